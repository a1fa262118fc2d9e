import { forgetMessages } from '@portal/ui/toast'
import { afterEach, vi } from 'vitest'

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
