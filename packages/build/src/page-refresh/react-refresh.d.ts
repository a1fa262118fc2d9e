/** What the bundler's refresh code calls of React's refresh runtime, which ships no types. */
interface RefreshRuntime {
  readonly createSignatureFunctionForTransform: () => unknown
  readonly getFamilyByType: (type: unknown) => unknown
  readonly injectIntoGlobalHook: (page: typeof globalThis) => void
  readonly isLikelyComponentType: (type: unknown) => boolean
  readonly performReactRefresh: () => unknown
  readonly register: (type: unknown, id: string) => void
}

declare module 'react-refresh/runtime' {
  const runtime: RefreshRuntime
  export = runtime
}
