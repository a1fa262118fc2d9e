import { describe, expect, it } from 'vitest'
import { engineNamesIn } from './check-engine-names.ts'

const named = (text: string, file = 'services/documents/src/some-verb.ts') => engineNamesIn({ file, text })

describe('the names of engines above the ports', () => {
  it.each([
    ['a branch on an address', "if (url.startsWith('kafka:')) wait()", 'kafka'],
    ['a branch on a class', 'if (bus instanceof KafkaEventBus) wait()', 'kafka'],
    ['a short name within an identifier', 'const isS3Store = true', 's3'],
    ['a short name as a scheme', "const scheme = 's3+https:'", 's3'],
    ['a name that another joins', 'class OpenAiError extends Error {}', 'openai'],
    ['a template', 'const url = `redpanda`', 'redpanda'],
    ['a regular expression', 'const isIt = /sqlite/.test(name)', 'sqlite'],
    ['an engine that there is no adapter for', "const store = 'minio'", 'minio'],
    ['a library of another engine', "import { Kafka } from 'kafkajs'", 'kafka'],
  ])('are found: %s', (_, text, engine) => {
    expect(named(`\n${text}`)).toContainEqual(
      expect.stringMatching(new RegExp(`^services/documents/src/some-verb.ts:2 names ${engine}: `)),
    )
  })

  it('are found in the words of a screen and in the name of a file', () => {
    const screen = named('export const Note = () => <p>Kept in Keycloak</p>', 'shell/src/keycloak-note.tsx')
    expect(screen).toEqual([
      expect.stringMatching(/^shell\/src\/keycloak-note.tsx is named after keycloak: /),
      expect.stringMatching(/^shell\/src\/keycloak-note.tsx:1 names keycloak: /),
    ])
  })

  it('may stand in comments, and as the library that serves any provider', () => {
    expect(
      named(`/** Kafka keeps order per key. */
// sqlite, s3 and onnx too.
const { default: Provider } = await import('keycloak-js')
const words = ['directory', 'local', 's30', 'postgres']`),
    ).toEqual([])
  })
})
