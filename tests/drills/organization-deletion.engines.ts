import { randomUUID } from 'node:crypto'
import { openBlobStore } from '@portal/adapters/blob-store/open-blob-store'
import { provisionBucket } from '@portal/adapters/blob-store/s3/provision-bucket'
import { provisionKafkaTopics } from '@portal/adapters/event-bus/kafka/provision-kafka-topics'
import { openEventBus } from '@portal/adapters/event-bus/open-event-bus'
import { provisionElasticsearch } from '@portal/adapters/search-index/elasticsearch/provision-elasticsearch'
import { openSearchIndex } from '@portal/adapters/search-index/open-search-index'
import { eventTopics } from '@portal/contracts/services'
import { createLogger } from '@portal/service-kit/logger'
import { openDocumentEngines } from '@portal/testkit/document-engines'
import { engineUrl } from '@portal/testkit/engines'
import { prefixedBus } from '@portal/testkit/prefixed-bus'
import { describe } from 'vitest'
import { describeDeletion } from './organization-deletion-suite.fixture.ts'

const log = createLogger({ service: 'drill', level: 'silent' })
const withPath = (address: string, path: string) => Object.assign(new URL(address), { pathname: path }).href

describe('the deletion of an organization on Kafka, Elasticsearch and S3', () => {
  describeDeletion(async () => {
    const own = `deletion-${randomUUID().slice(0, 8)}`
    const kafka = await engineUrl('kafka')
    const topics = eventTopics.map((topic) => `${own}-${topic}`)
    await provisionKafkaTopics(kafka, { log, plan: { topics, partitions: 3, retentionMs: 3_600_000 } })
    const bus = prefixedBus(await openEventBus(kafka, { name: 'drill', log }), `${own}-`)
    const search = withPath(await engineUrl('elasticsearch'), `/${own}`)
    await provisionElasticsearch(search)
    const bucket = withPath(await engineUrl('s3'), `/${own}`)
    await provisionBucket(bucket)
    const embedded = await openDocumentEngines()
    const index = await openSearchIndex(search)
    return {
      bus,
      ports: { ...embedded.ports, index, blobs: await openBlobStore(bucket) },
      close: async () => {
        await index.close()
        await embedded.close()
        await bus.close()
      },
    }
  })
})
