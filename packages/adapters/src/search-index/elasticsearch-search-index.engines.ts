import { describeSearchIndex } from '@portal/testkit/conformance/search-index-suite'
import { engineUrl } from '@portal/testkit/engines'
import { openSearchIndex } from './open-search-index.ts'
import { provisionElasticsearch } from './provision-elasticsearch.ts'

describeSearchIndex('Elasticsearch', async (storage) => {
  const url = (await engineUrl('elasticsearch')).replace(/\/[^/]*$/, `/${storage}`)
  await provisionElasticsearch(url)
  return openSearchIndex(url)
})
