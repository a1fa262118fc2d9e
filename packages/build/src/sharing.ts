/**
 * Modules that exist once per page: React, the query cache's context and the shell's context. All
 * others are compiled into each build, where they can be tree-shaken.
 */
const singletons = [
  'react',
  'react-dom',
  'react/jsx-runtime',
  '@tanstack/react-query',
  '@portal/remote-kit/portal-context',
] as const

/** How one build takes part in a shared module. */
export interface SharedModule {
  readonly singleton: true
  readonly requiredVersion: false
  readonly eager?: true
  readonly import?: false
}

/** The shell provides every singleton in its first chunk, so nothing waits for negotiation. */
export function providedSingletons(): Record<string, SharedModule> {
  return shared({ eager: true })
}

/** A remote takes every singleton from the shell and bundles none. */
export function consumedSingletons(): Record<string, SharedModule> {
  return shared({ import: false })
}

function shared(role: { eager: true } | { import: false }): Record<string, SharedModule> {
  return Object.fromEntries(
    singletons.map((name) => [name, { singleton: true, requiredVersion: false, ...role }]),
  )
}
