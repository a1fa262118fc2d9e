/**
 * Stands in for `react-refresh/runtime` in remotes under development: React tells only the runtime that was there when the shell's React
 * started about what it draws, so a remote with a runtime of its own would replace modules and never draw them.
 */
const page = globalThis as { readonly [key: symbol]: RefreshRuntime | undefined }
const shared = page[Symbol.for('portal.refresh-runtime')]
if (!shared) throw new Error('The shell of this page was not built for development')

/** The functions of `react-refresh/runtime` that rebuilt modules call. */
export const {
  createSignatureFunctionForTransform,
  getFamilyByType,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} = shared
