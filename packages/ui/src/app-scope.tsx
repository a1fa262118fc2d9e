import type { ReactNode } from 'react'

/** Defined by the build preset; absent under the test runner. */
declare const __APP_NAME__: string | undefined

const appName = typeof __APP_NAME__ === 'string' ? __APP_NAME__ : 'shell'

/**
 * Goes around what opens on `<body>`, so that this build's scoped stylesheet applies there too. A scope covers what
 * is inside its root, not the root itself, hence an element of its own; it draws no box (styles/base.css).
 */
export function AppScope({ children }: { children: ReactNode }) {
  return <div data-app={appName}>{children}</div>
}
