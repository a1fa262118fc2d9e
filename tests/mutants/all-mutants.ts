import type { Mutant } from './mutant.ts'

/** Plausible mistakes, each of which breaks an adapter. */
export const allMutants: readonly Mutant[] = [
  {
    name: 'kafka-order',
    breaks: 'records are keyed by event, so a key is spread over partitions',
    ...{ port: 'event-bus', engine: 'kafka' },
    noticedBy: 'events of one key arrive in the order of publishing, whatever the batches',
    edits: [
      {
        file: 'event-bus/kafka/event-message.ts',
        text: 'key: event.partitionkey,',
        by: 'key: event.id,',
      },
    ],
  },
  {
    name: 'kafka-commit',
    breaks: 'the stored position runs ahead of the handlers',
    ...{ port: 'event-bus', engine: 'kafka' },
    noticedBy: 'a stop in the middle stores how far it came: what was handled is not repeated',
    edits: [
      {
        file: 'event-bus/key-lanes.ts',
        text: 'for (const { position } of this.#open) return position\n',
        by: '\n',
      },
    ],
  },
  {
    name: 'kafka-acknowledgement',
    breaks: 'publishing does not wait for the broker',
    ...{ port: 'event-bus', engine: 'kafka' },
    noticedBy: 'events of one key arrive in the order of publishing, whatever the batches',
    edits: [
      {
        file: 'event-bus/kafka/kafka-publisher.ts',
        text: 'await this.#send(topic, part)',
        by: 'void this.#send(topic, part).catch(() => undefined)',
      },
    ],
  },
  {
    name: 'postgres-retry',
    breaks: 'an event whose handler rejects is left out',
    ...{ port: 'event-bus', engine: 'postgres' },
    noticedBy:
      'an event is delivered again after its handler rejected, and nothing of its key before it succeeds',
    edits: [{ file: 'event-bus/key-lanes.ts', text: 'return { reason }', by: 'void reason' }],
  },
  {
    name: 'postgres-lock',
    breaks: 'two members of a group consume one topic',
    ...{ port: 'event-bus', engine: 'postgres' },
    noticedBy: 'every event reaches one member of a group, and each group',
    edits: [
      {
        file: 'event-bus/postgres/group-member.ts',
        text: 'await session.lock(lockName)',
        by: 'await session.lock(lockName + Math.random())',
      },
    ],
  },
  {
    name: 'elasticsearch-permissions',
    breaks: 'the vector leg is asked without organization and permissions',
    ...{ port: 'search-index', engine: 'elasticsearch' },
    noticedBy: 'shows a document to members of its departments, and one without departments to all',
    edits: [
      {
        file: 'search-index/elasticsearch/search-legs.ts',
        text: 'filter: { bool: permitted(look) },',
        by: '',
      },
    ],
  },
  {
    name: 'elasticsearch-revision',
    breaks: 'a late write wins over a higher revision',
    ...{ port: 'search-index', engine: 'elasticsearch' },
    noticedBy: 'ends at the highest revision in whatever order the writes come, removals included',
    edits: [
      {
        file: 'search-index/elasticsearch/replace-document.ts',
        text: 'if (known && known.revision > document.revision) return { moved: false }',
        by: '',
      },
      {
        file: 'search-index/elasticsearch/records.ts',
        text: 'version: record.revision,',
        by: 'version: Date.now(),',
      },
    ],
  },
  {
    name: 'elasticsearch-purge',
    breaks: 'a purge leaves no mark, so late writes bring an organization back',
    ...{ port: 'search-index', engine: 'elasticsearch' },
    noticedBy: 'purges one organization for good: late writes and a restart bring nothing back',
    edits: [
      {
        file: 'search-index/elasticsearch/purge-organization.ts',
        text: 'await writePurged(engine, organizationId)',
        by: '',
      },
    ],
  },
  {
    name: 's3-checksum',
    breaks: 'content is given without comparing its checksum',
    ...{ port: 'blob-store', engine: 's3' },
    noticedBy: 'gives no content whose checksum does not match',
    edits: [
      {
        file: 'blob-store/s3-blob-store.ts',
        text: "if ((await sha256Of(content)).toString('hex') !== object.Metadata?.sha256)",
        by: 'if (object.Metadata === undefined)',
      },
    ],
  },
  {
    name: 's3-key',
    breaks: 'a key is read without being checked',
    ...{ port: 'blob-store', engine: 's3' },
    noticedBy: 'refuses the key "" in every call',
    edits: [
      {
        file: 'blob-store/s3-blob-store.ts',
        text: 'get(key: string): Promise<Uint8Array | null> {\n    const Key = checkBlobKey(key)',
        by: 'get(key: string): Promise<Uint8Array | null> {\n    const Key = key',
      },
    ],
  },
  {
    name: 's3-sweep',
    breaks: 'unfinished uploads are counted and never aborted',
    ...{ port: 'blob-store', engine: 's3' },
    noticedBy: 'removes what died in the middle once it is old enough, and no blob',
    edits: [
      {
        file: 'blob-store/s3/unfinished-uploads.ts',
        text: 'if ((await bucket.client.send(command).catch(nullWhenMissing)) !== null) aborted += 1',
        by: 'if (command) aborted += 1',
      },
    ],
  },
  {
    name: 's3-abort',
    breaks: 'an upload that failed is left in the store',
    ...{ port: 'blob-store', engine: 's3' },
    suite: 'an s3 bucket',
    noticedBy: 'keeps nothing of a file whose upload breaks off in the middle',
    edits: [
      {
        file: 'blob-store/s3/put-in-parts.ts',
        text: 'await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined)',
        by: 'void AbortMultipartUploadCommand',
      },
    ],
  },
  {
    name: 'keycloak-sessions',
    breaks: 'disabling a person leaves their sessions',
    ...{ port: 'identity-admin', engine: 'keycloak' },
    noticedBy: 'disable ends the sessions everywhere: refresh fails and the client is told of each session',
    edits: [
      {
        file: 'identity-admin/keycloak-identity-admin.ts',
        text: '      await endSessions(subject)\n',
        by: '',
      },
    ],
  },
  {
    name: 'unstructured-pages',
    breaks: 'every passage of a PDF stands on its first page',
    ...{ port: 'document-parser', engine: 'unstructured' },
    noticedBy: 'tells the pages of a PDF, and none of other formats',
    edits: [
      {
        file: 'document-parser/unstructured/element-blocks.ts',
        text: 'hasPages ? { ...block, page } : block, box }',
        by: 'hasPages ? { ...block, page: 1 } : block, box }',
      },
    ],
  },
  {
    name: 'openai-quote',
    breaks: 'a quote is given although its passage does not hold it',
    ...{ port: 'chat-model', engine: 'openai' },
    suite: 'what a model says',
    noticedBy: 'is given with the evidence that its passage holds, white space and typography apart',
    edits: [
      {
        file: 'chat-model/openai/answer-reader.ts',
        text: 'passage && findQuote(passage.text, quote)',
        by: 'passage && { start: 0, end: Math.min(quote.length, passage.text.length) }',
      },
    ],
  },
  {
    name: 'openai-vectors',
    breaks: 'vectors are taken in the order in which they come',
    ...{ port: 'embedder', engine: 'openai' },
    noticedBy: 'gives one unit vector of the stated size per text, in order',
    edits: [
      {
        file: 'embedder/openai/embedding-call.ts',
        text: 'read.data.data.map(({ index, embedding }) => [index, embedding])',
        by: 'read.data.data.map(({ embedding }, index) => [index, embedding])',
      },
    ],
  },
]
