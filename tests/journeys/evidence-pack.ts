import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TestPage } from '@portal/testkit/browser'
import { unpackPack, verifyPack } from '@portal/testkit/evidence-packs'
import { expect } from 'vitest'
import { expectAccessible, type Tab } from './tab.ts'

/** Makes a pack on the page that offers it and runs the script in it; returns what that printed. */
export async function verifyEvidenceOffline({ page }: Tab): Promise<string> {
  await page.getByRole('button', { name: 'Evidence pack' }).click()
  await page.getByRole('dialog', { name: 'Evidence pack' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Make pack' }).click()
  const ready = page.getByRole('dialog', { name: 'The evidence pack is ready' })
  const key =
    (await ready
      .locator('code')
      .filter({ hasText: /^[0-9a-f]{64}$/ })
      .textContent()) ?? ''
  await expectAccessible(page)
  const download = page.waitForEvent('download', { timeout: 90_000 })
  await ready.getByRole('link', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^evidence-\d{4}-\d\d-\d\d\.zip$/)
  await using pack = await unpackPack(await readFile(await file.path()))
  const { code, output } = await verifyPack(pack.folder, { key })
  expect(output).toContain('The pack is whole and unchanged.')
  expect(code).toBe(0)
  await printIndex(page, pack.folder)
  await ready.getByRole('button', { name: 'Close', exact: true }).last().click()
  return output
}

/** In the browser: what a page of the pack looks like. */
const look = `(() => {
  const { color, colorScheme } = getComputedStyle(document.documentElement)
  const { breakInside } = getComputedStyle(document.querySelector('.steps'))
  const isCutOff = [...document.querySelectorAll('pre')].some((part) => part.scrollWidth > part.clientWidth)
  return { color, colorScheme, breakInside, isCutOff }
})()`

/** Prints the pack's first page from its folder, as somebody who works in the dark theme. */
async function printIndex(page: TestPage, folder: string): Promise<void> {
  const printed = await page.context().newPage()
  await printed.goto(pathToFileURL(join(folder, 'index.html')).href)
  await printed.getByRole('heading', { name: 'Evidence pack', level: 1 }).waitFor()
  await printed.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await printed.setViewportSize({ width: 600, height: 900 })
  expect(await printed.evaluate(look)).toEqual({
    color: 'rgb(0, 0, 0)',
    colorScheme: 'light',
    breakInside: 'avoid',
    isCutOff: false,
  })
  expect((await printed.pdf()).byteLength).toBeGreaterThan(1000)
  await printed.close()
}
