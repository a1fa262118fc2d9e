import { attemptSuffix } from '@portal/contracts/load-attempts'

/** The container's own bundler runtime: how it names the file of a chunk, for scripts (`u`) and style sheets (`k`). */
declare const __webpack_require__: Partial<Record<'u' | 'k', (chunkId: string | number) => string>>

/**
 * A federation runtime plugin, compiled into every container: chunks are asked for under the addresses of the present attempt, so that
 * the shell can ask again for what hangs or arrived corrupt. The container itself is asked for by the shell.
 */
// biome-ignore lint/style/noDefaultExport: the federation plugin imports a default
export default function freshAddresses({ container }: { readonly container: string }) {
  for (const kind of ['u', 'k'] as const) {
    const name = __webpack_require__[kind]
    if (name) __webpack_require__[kind] = (chunkId) => `${name(chunkId)}${attemptSuffix(container)}`
  }
  return { name: 'portal-fresh-addresses' }
}
