import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { comparable, independentText } from '@portal/testkit/independent-text'

const folder = new URL('../../deploy/seed/policies/', import.meta.url)

/** A policy of each supported format, with a question that it answers. */
export const policies = [
  {
    format: 'PDF',
    file: 'github-anti-bribery-statement.pdf',
    type: 'application/pdf',
    question: 'Do employees have to take part in anti-corruption training?',
  },
  {
    format: 'DOCX',
    file: 'github-gifts-and-entertainment-policy.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    question: 'Are gifts for government officials acceptable?',
  },
  {
    format: 'TXT',
    file: 'github-trademark-policy.txt',
    type: 'text/plain',
    question: 'What happens to an account with a clear intent to mislead others with a trademark?',
  },
] as const

export type Policy = (typeof policies)[number]

/** A question that none of them answers. */
export const unanswered = 'How many days of annual leave do employees get?'

export function pathOf({ file }: Policy): string {
  return fileURLToPath(new URL(file, folder))
}

/** A policy's text by an independent engine, normalized for layout. */
export async function otherReading(policy: Policy): Promise<string> {
  const content = new Uint8Array(await readFile(pathOf(policy)))
  return comparable(await independentText(content, policy.type))
}
