import { onTestFinished, vi } from 'vitest'

/** What a page handed to the browser for saving. */
export interface CaughtFile {
  /** Empty where the browser takes the server's. */
  readonly name: string
  readonly address: string
}

/** Files that the page under test saves from now on, in order. The browser gets none of them. */
export function catchSavedFiles(): readonly CaughtFile[] {
  const caught: CaughtFile[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    caught.push({ name: this.download, address: this.getAttribute('href') ?? '' })
  })
  onTestFinished(() => click.mockRestore())
  return caught
}
