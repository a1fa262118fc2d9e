import { describe, expect, it } from 'vitest'
import { entryForBrowsers, readRemoteKeys, remoteStatement } from './remote-statement.ts'
import { isInRange, RemoteEntry, rangeSince, shellContract } from './remotes.ts'

describe('the contract between shell and remotes', () => {
  it.each([
    ['1.2', true],
    ['1.10', true],
    ['1.1', false],
    ['2.0', false],
    ['0.9', false],
  ])('of a shell with %s and a build since 1.2: %s', (contract, fits) => {
    expect(isInRange(contract, rangeSince('1.2'))).toBe(fits)
  })

  it('is one that today’s builds and today’s shell have in common', () => {
    expect(isInRange(shellContract, rangeSince(shellContract))).toBe(true)
  })
})

describe('what is signed of an entry', () => {
  const entry: RemoteEntry = {
    ...{ name: 'chat', version: 'a', entry: '/remotes/chat/a/remote-entry.js', container: 'portal_chat' },
    ...{ integrity: { 'a.js': 'sha384-1', 'a.woff2': 'sha384-2' }, files: 'sum', routes: [], navigation: [] },
  }

  it('is the same with all hashes and as browsers get it, before and after a database', () => {
    const stored = Object.fromEntries(Object.entries(entry).toReversed())
    const statement = remoteStatement(entry)
    expect(remoteStatement(entryForBrowsers(entry))).toBe(statement)
    expect(remoteStatement(RemoteEntry.parse(stored))).toBe(statement)
  })

  it('does not hold the signature, nor what the gateway adds', () => {
    const sent = { ...entry, signature: 's', isPreview: true, isWatched: true }
    expect(remoteStatement(sent)).toBe(remoteStatement(entry))
  })

  it('has every other part', () => {
    for (const change of [
      { container: 'evil' },
      { files: 'other' },
      { contract: { from: '1.0', below: '2.0' } },
      { integrity: { ...entry.integrity, 'a.js': 'sha384-3' } },
    ])
      expect(remoteStatement({ ...entry, ...change })).not.toBe(remoteStatement(entry))
  })
})

describe('keys of a configuration', () => {
  const key = `${'A'.repeat(43)}=`
  it.each([
    ['', []],
    [`team=${key}`, ['team']],
    [` a=${key}  b.1=${key} `, ['a', 'b.1']],
  ])('%s', (text, names) => expect([...(readRemoteKeys(text)?.keys() ?? [])]).toEqual(names))

  it.each(['team', `team=${key}x`, `=${key}`, `team=${key};b=${key}`])('%s is none', (text) => {
    expect(readRemoteKeys(text)).toBeNull()
  })
})
