import { readFile } from 'node:fs/promises'
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
  await ready.getByRole('button', { name: 'Close', exact: true }).last().click()
  return output
}
