import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { comparable, independentText } from '@portal/testkit/independent-text'

const folder = new URL('../../deploy/seed/documents/files/', import.meta.url)

/** A policy of the demo in each supported format, with a question that it answers. */
export const policies = [
  {
    format: 'PDF',
    file: 'travel-and-expenses.v1.pdf',
    type: 'application/pdf',
    question: 'What is the rate per kilometre for a private car?',
  },
  {
    format: 'DOCX',
    file: 'gifts-and-hospitality.v1.docx',
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    question: 'May I accept a gift card from a supplier?',
  },
  {
    format: 'TXT',
    file: 'password-standard.v1.txt',
    type: 'text/plain',
    question: 'How many characters must a password have?',
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
