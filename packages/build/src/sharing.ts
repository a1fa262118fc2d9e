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
]

/**
 * How a build takes part in the singletons: the shell provides them `eager`, in its first chunk, so
 * that nothing waits for negotiation; a remote takes them (`import: false`) and bundles none.
 */
export function sharedSingletons(role: { readonly eager: true } | { readonly import: false }) {
  const shared = { singleton: true, requiredVersion: false, ...role } as const
  return Object.fromEntries(singletons.map((name) => [name, shared]))
}
