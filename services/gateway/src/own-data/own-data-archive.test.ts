import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { ownDataArchive } from './own-data-archive.ts'

const at = new Date('2026-01-02T03:04:05.000Z')
const sources = [
  { service: 'chat', part: { Conversations: [{ title: 'Leave' }, { title: 'Visitors' }], Ratings: [] } },
  { service: 'gateway', part: { 'Access <tokens>': [{ id: 'a' }] } },
]

it('has a JSON file for each list, and a page that leads to each with its number of entries', async () => {
  const files = unzipSync(await ownDataArchive(sources, at))
  expect(Object.keys(files).sort()).toEqual([
    'chat/conversations.json',
    'chat/ratings.json',
    'gateway/access-tokens-.json',
    'index.html',
  ])
  const list = files['chat/conversations.json'] ?? new Uint8Array()
  expect(strFromU8(list)).toBe(JSON.stringify(sources[0]?.part.Conversations, null, 2))
  expect(strFromU8(files['chat/ratings.json'] ?? new Uint8Array())).toBe('[]')
  const page = strFromU8(files['index.html'] ?? new Uint8Array())
  expect(page).toContain('<a href="chat/conversations.json">Conversations</a></td><td>2</td>')
  expect(page).toContain('2026-01-02T03:04:05.000Z')
  // Who works in the dark would print grey on black.
  expect(page).toContain('@media print{:root{color-scheme:light}')
})

it('a name on the page is text, whatever it holds', async () => {
  const page = strFromU8(unzipSync(await ownDataArchive(sources, at))['index.html'] ?? new Uint8Array())
  expect(page).toContain('Access &#60;tokens&#62;')
  expect(page).not.toContain('<tokens>')
})

it('is made in turns with what else waits for the thread', async () => {
  const conversations = Array.from({ length: 20_000 }, (_, id) => ({ id, title: `${id} `.repeat(50) }))
  let turns = 0
  let isMade = false
  const count = () => {
    turns += 1
    if (!isMade) setImmediate(count)
  }
  setImmediate(count)
  await ownDataArchive([{ service: 'chat', part: { Conversations: conversations } }], at)
  isMade = true
  expect(turns).toBeGreaterThan(2)
})
