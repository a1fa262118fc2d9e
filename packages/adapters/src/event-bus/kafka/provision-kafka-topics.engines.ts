import { randomUUID } from 'node:crypto'
import { createLogger } from '@portal/service-kit/logger'
import { engineUrl } from '@portal/testkit/engines'
import { expect, test } from 'vitest'
import { withAdmin } from './kafka-admin.ts'
import { openKafka } from './kafka-client.ts'
import { portalTopics, provisionKafkaTopics, type TopicPlan } from './provision-kafka-topics.ts'

const log = createLogger({ service: 'test', level: 'silent' })
const topicResource = 2

async function provisioned(plan: TopicPlan) {
  const url = await engineUrl('kafka')
  return provisionKafkaTopics(url, { log, plan })
}

async function topicAsItIs(topic: string): Promise<{ partitions: number; settings: Record<string, string> }> {
  return withAdmin(openKafka(await engineUrl('kafka'), { name: 'test', log }), async (admin) => {
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: topicResource, name: topic }],
    })
    const entries = resources[0]?.configEntries ?? []
    return {
      partitions: topics[0]?.partitions.length ?? 0,
      settings: Object.fromEntries(entries.map(({ configName, configValue }) => [configName, configValue])),
    }
  })
}

test('a topic per service is made for fourteen days, and a second run changes nothing', async () => {
  const topics = [`topic-${randomUUID().slice(0, 8)}`, `topic-${randomUUID().slice(0, 8)}`]
  const plan = { ...portalTopics, topics }
  const made = topics.map((topic) => `created ${topic} with 12 partitions, 1 copies each`)
  expect(await provisioned(plan)).toEqual(made)
  expect(await provisioned(plan)).toEqual([])
  const { partitions, settings } = await topicAsItIs(topics[0] ?? '')
  expect(partitions).toBe(12)
  expect(settings).toMatchObject({
    'retention.ms': String(14 * 86_400_000),
    'cleanup.policy': 'delete',
    'min.insync.replicas': '1',
  })
})

test('an existing topic gets more partitions and the settings of the plan, and keeps those that others made', async () => {
  const topic = `topic-${randomUUID().slice(0, 8)}`
  await provisioned({ topics: [topic], partitions: 2, retentionMs: 1000 })
  await withAdmin(openKafka(await engineUrl('kafka'), { name: 'test', log }), (admin) =>
    admin.alterConfigs({
      validateOnly: false,
      resources: [
        {
          type: topicResource,
          name: topic,
          configEntries: [{ name: 'max.message.bytes', value: '2000000' }],
        },
      ],
    }),
  )
  const changes = await provisioned({ topics: [topic], partitions: 5, retentionMs: 3_600_000 })
  expect(changes).toEqual([
    `raised ${topic} from 2 to 5 partitions`,
    expect.stringMatching(`^set .*retention.ms.* of ${topic}$`),
  ])
  expect(await topicAsItIs(topic)).toMatchObject({
    partitions: 5,
    settings: { 'retention.ms': '3600000', 'max.message.bytes': '2000000' },
  })
  expect(await provisioned({ topics: [topic], partitions: 3, retentionMs: 3_600_000 })).toEqual([])
})
