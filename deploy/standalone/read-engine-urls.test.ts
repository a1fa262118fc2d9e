import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readEngineUrls } from './open-engines.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-urls-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('reads what the engines left', async () => {
  const file = join(folder, 'engines.json')
  await writeFile(file, JSON.stringify({ pid: 1, urls: { kafka: 'kafka://127.0.0.1:9092' } }))
  expect(await readEngineUrls(file)).toEqual({ kafka: 'kafka://127.0.0.1:9092' })
})

it.each([
  ['no file', null, /missing\.json, is not there: npm run engines -- up writes one\.$/],
  ['no JSON', '{', /does not hold engine addresses/],
  ['something else', '{"urls":[1]}', /does not hold engine addresses/],
])('says in one sentence what is wrong with %s', async (_, content, sentence) => {
  const file = join(folder, content === null ? 'missing.json' : 'other.json')
  if (content !== null) await writeFile(file, content)
  await expect(readEngineUrls(file)).rejects.toThrow(sentence)
})
