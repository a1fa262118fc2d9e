import { attemptSuffix } from '@portal/contracts/load-attempts'

/** The container's bundler runtime: how it names a chunk's script (`u`) and style sheet (`k`). */
declare const __webpack_require__: Partial<Record<'u' | 'k', (chunkId: string | number) => string>>

/**
 * A federation runtime plugin, compiled into every container: requests chunks under the addresses
 * of the current attempt, so that a retry does not reuse a hung or corrupt response. The shell does
 * the same for the container itself.
 */
// biome-ignore lint/style/noDefaultExport: the federation plugin imports a default
export default function freshAddresses({ container }: { readonly container: string }) {
  for (const kind of ['u', 'k'] as const) {
    const name = __webpack_require__[kind]
    if (name) __webpack_require__[kind] = (chunkId) => `${name(chunkId)}${attemptSuffix(container)}`
  }
  return { name: 'portal-fresh-addresses' }
}
