import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { documentOf, queryFor, suiteEncoder } from '@portal/testkit/conformance/search-index/index-under-test'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closeAll, opened, opening, ownUrl, prefixUrl, storedPassages, wipe } from './own-index.fixture.ts'
import { provisionElasticsearch } from './provision-elasticsearch.ts'

afterEach(closeAll)

const policy = documentOf('policy', ['badges'], { revision: 3 })
const found = async (index: SearchIndex) => (await index.search(queryFor('badges'))).lexical.length

describe('an Elasticsearch that lost the indices of a running portal', () => {
  it('is unavailable until it is provisioned again, is then filled again once, and needs no new client', async () => {
    const url = await ownUrl()
    const index = opening(url)
    const refill = vi.fn(() => index.replaceDocument(policy))
    await index.prepare(suiteEncoder, refill)
    await index.replaceDocument(policy)
    await wipe(url)
    const lacks = 'Elasticsearch lacks an index of the portal; run provisioning again.'
    const uses = [found(index), index.replaceDocument(policy), index.check(), index.purge(9)]
    for (const use of await Promise.allSettled(uses))
      expect(use).toMatchObject({ status: 'rejected', reason: { name: 'EngineUnavailable', message: lacks } })
    expect(refill).not.toHaveBeenCalled()

    await provisionElasticsearch(url)
    // The search that noticed must not report an empty result.
    const noticed = await Promise.allSettled([found(index), found(index), found(index)])
    for (const each of noticed)
      expect(each).toMatchObject({ status: 'rejected', reason: { name: 'EngineUnavailable' } })
    expect(refill).toHaveBeenCalledTimes(1)
    await index.check()
    expect(await found(index)).toBe(1)
  })

  it('takes a document that was never asked for meanwhile, and a health check alone brings it back', async () => {
    const url = await ownUrl()
    const [writer, watched] = [await opened(url), await opened(url)]
    await wipe(url)
    await provisionElasticsearch(url)
    await watched.check()
    await writer.replaceDocument(policy)
    expect(await found(writer)).toBe(1)
  })

  it('tries to be filled again until that has succeeded', async () => {
    const url = await ownUrl()
    const index = opening(url)
    let isRefused = true
    await index.prepare(suiteEncoder, async () => {
      if (isRefused) throw new Error('the rows cannot be read')
      await index.replaceDocument(policy)
    })
    await index.replaceDocument(policy)
    await wipe(url)
    await provisionElasticsearch(url)
    await expect(found(index)).rejects.toThrow('the rows cannot be read')
    isRefused = false
    await expect(found(index)).rejects.toThrow('is being filled again')
    expect(await found(index)).toBe(1)
  })

  it('is of the right shape although a service came before it was provisioned', async () => {
    const url = await prefixUrl(`early-${process.pid}`)
    const index = opening(url)
    await expect(index.prepare(suiteEncoder)).rejects.toMatchObject({ name: 'EngineUnavailable' })
    await provisionElasticsearch(url)
    await index.prepare(suiteEncoder)
    await index.replaceDocument(policy)
    expect(await found(index)).toBe(1)
  })

  it('that lost passages alone takes the same revision again, and one that has them does not write it twice', async () => {
    const url = await ownUrl()
    const index = await opened(url)
    await index.replaceDocument(policy)
    await wipe(url, 'passages')
    const again = opening(url)
    expect(await again.prepare(suiteEncoder)).toBe('rebuild')
    expect(await found(again)).toBe(0)
    await again.replaceDocument(policy)
    expect(await found(again)).toBe(1)
    const other = documentOf('policy', ['badges', 'badges'], { revision: 3 })
    await again.replaceDocument(other)
    expect(await storedPassages(url)).toBe(1)
  })
})
