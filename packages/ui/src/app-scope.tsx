import type { ReactNode } from 'react'

/** Defined by the build preset; absent under the test runner. */
declare const __APP_NAME__: string | undefined

const appName = typeof __APP_NAME__ === 'string' ? __APP_NAME__ : 'shell'

/**
 * Wraps what opens on `<body>` in this build's style scope. A scope covers the inside of its root,
 * not the root, hence the extra element; it has no box (styles/base.css).
 */
export function AppScope({ children }: { children: ReactNode }) {
  return <div data-app={appName}>{children}</div>
}
