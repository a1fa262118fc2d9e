/**
 * Replaces `react-refresh/runtime` in remotes under development. React reports renders only to the
 * runtime present when the shell's React started, so a remote's own copy would never re-render.
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
