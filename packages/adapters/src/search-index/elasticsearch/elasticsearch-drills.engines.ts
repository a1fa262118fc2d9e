import { expectKept } from '@portal/testkit/acknowledged-writes'
import {
  axis,
  documentOf,
  queryFor,
  suiteEncoder,
} from '@portal/testkit/conformance/search-index/index-under-test'
import { disturb } from '@portal/testkit/engines'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openSearchIndex } from '../open-search-index.ts'
import { block, closeAll, opened, opening, ownUrl, throughProxy } from './own-index.fixture.ts'

afterEach(closeAll)

describe('an Elasticsearch that cannot be used', () => {
  it.each([
    ['nothing listens there', { port: '9' }, 'Elasticsearch cannot be reached.'],
    ['the password is wrong', { password: 'wrong' }, 'Elasticsearch refuses the user name or password.'],
    ['nobody provisioned it', { pathname: '/nowhere' }, 'Elasticsearch lacks an index of the portal'],
  ])('says so in one sentence: %s', async (_, changed, sentence) => {
    const index = opening(Object.assign(new URL(await ownUrl()), changed).href)
    const failure = index.check()
    await expect(failure).rejects.toThrow(sentence)
    await expect(failure).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await expect(index.prepare(suiteEncoder)).rejects.toMatchObject({ name: 'EngineUnavailable' })
  })

  it('says so in one sentence: its version is too old', async () => {
    const url = await throughProxy(await ownUrl(), async (request, forward) => {
      const answer = await forward()
      return request.path === '/' ? { ...answer, body: answer.body.replace(/"9\.\d/, '"7.17') } : answer
    })
    const index = opening(url)
    await expect(index.check()).rejects.toThrow(
      /^Elasticsearch has version 7\.17\.\d+, and version 9 is needed/,
    )
  })

  it('says so when its disk is full: searches go on, writes are unavailable, and all is well with room again', async () => {
    const url = await ownUrl()
    const index = await opened(url)
    await index.replaceDocument(documentOf('kept', ['badges']))
    await block(url, true)
    await expect(index.check()).rejects.toThrow('Elasticsearch is out of disk space')
    expect((await index.search(queryFor('badges'))).lexical).toHaveLength(1)
    const writing = index.replaceDocument(documentOf('late', ['badges']))
    await expect(writing).rejects.toThrow('Elasticsearch is out of disk space')
    await expect(writing).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await block(url, false)
    await index.check()
    await index.replaceDocument(documentOf('late', ['badges']))
    expect((await index.search(queryFor('badges'))).lexical).toHaveLength(2)
  })

  it.each([
    'elasticsearch://h:1',
    'elasticsearch://h:1/Upper',
    'elasticsearch://h:1/p?shards=0',
    'elasticsearch://h:1/p?x=1',
  ])('has no address such as %s', (url) =>
    expect(openSearchIndex(url)).rejects.toThrow(/^The elasticsearch address /),
  )
})

describe('an Elasticsearch that goes away', () => {
  afterEach(() => disturb('elasticsearch', 'start'), 300_000)

  it('loses nothing acknowledged when it is killed among writes, and serves again without a new client', async (context) => {
    const index = await opened(await ownUrl())
    const acknowledged: string[] = []
    let killed: Promise<void> | undefined
    for (let number = 0; number < 40; number++) {
      const id = `d${number}`
      const isWritten = await index.replaceDocument(documentOf(id, ['badges'])).then(
        () => true,
        () => false,
      )
      if (isWritten) acknowledged.push(id)
      if (number === 15) killed = disturb('elasticsearch', 'kill')
    }
    await killed
    await disturb('elasticsearch', 'start')
    await vi.waitFor(() => index.check(), { timeout: 180_000, interval: 200 })
    expect(acknowledged.length).toBeGreaterThan(15)
    const { lexical } = await index.search(queryFor('badges', { limit: 200 }))
    await expectKept(
      context,
      acknowledged,
      lexical.map((hit) => hit.documentId),
    )
  }, 300_000)

  it('is unavailable within the deadline of a service while it hangs', async () => {
    const index = await opened(await ownUrl())
    await index.replaceDocument(documentOf('kept', ['badges']))
    await disturb('elasticsearch', 'pause')
    const before = performance.now()
    try {
      await expect(index.search(queryFor('badges'))).rejects.toMatchObject({ name: 'EngineUnavailable' })
      expect(performance.now() - before).toBeLessThan(8000)
    } finally {
      await disturb('elasticsearch', 'resume')
    }
    await vi.waitFor(
      async () =>
        expect((await index.search(queryFor('badges', { vector: axis(0) }))).vector).toHaveLength(1),
      { timeout: 90_000, interval: 200 },
    )
  })
})
