import { vi } from 'vitest'

/** Stubs a window of this width, in pixels, as far as media queries for a least width go. */
export function showWindow(px: number): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: px >= Number(/(\d+)px/.exec(query)?.[1]),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
}
