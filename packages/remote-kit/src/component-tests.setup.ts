import { forgetMessages } from '@portal/ui/toast'
import { afterEach, vi } from 'vitest'

const reactInternals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'

// Runs before every web test file. Files share one DOM and one module graph for each worker, so
// whatever a test may change is put back after it.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  forgetMessages()
})

if ('document' in globalThis) {
  const { cleanup, configure } = await import('@testing-library/react')
  // The default second for `findBy…` and `waitFor` is too short on a busy machine.
  configure({ asyncUtilTimeout: 15_000 })
  // What a file before followed has left its address, in which none of this page's can be shown.
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  // React takes a stack for each element that is made, up to this many in a second: a fifth of the
  // component tests' processor time, for a line that only its warnings would show.
  const ofReact = Reflect.get(await import('react'), reactInternals) ?? {}
  const stacksMax = 10_000
  Object.defineProperty(ofReact, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => stacksMax,
    set: () => undefined,
  })
  // To happy-dom 21 <search> is unknown, of which React warns in every file.
  Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
    configurable: true,
    get(this: Element) {
      return this.localName === 'search' ? 'HTMLElement' : 'HTMLUnknownElement'
    },
  })
  afterEach(() => {
    cleanup()
    localStorage.clear()
    sessionStorage.clear()
  })
}
