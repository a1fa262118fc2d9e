import { Outcome } from '@portal/contracts/chat'
import { z } from 'zod'

/** The answer as servers with structured output are asked for it. */
export const answerFormat = {
  type: 'json_schema',
  json_schema: {
    name: 'answer',
    strict: true,
    schema: {
      type: 'object',
      properties: {
        statements: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              statement: { type: 'string' },
              evidence: {
                type: 'array',
                items: {
                  type: 'object',
                  properties: { passage: { type: 'integer' }, words: { type: 'string' } },
                  required: ['passage', 'words'],
                  additionalProperties: false,
                },
              },
            },
            required: ['statement', 'evidence'],
            additionalProperties: false,
          },
        },
        outcome: { type: 'string', enum: Outcome.options },
      },
      required: ['statements', 'outcome'],
      additionalProperties: false,
    },
  },
} as const

const Statement = z.object({
  statement: z.string(),
  evidence: z.array(z.object({ passage: z.coerce.number(), words: z.string() })),
})
export type JsonStatement = z.infer<typeof Statement>

/** Reads such an answer while it comes: each statement when its brace is closed. */
export class JsonStatements {
  #text = ''
  #from = 0

  /** Consumes the next chunk and returns the statements that it completes. */
  read(text: string): JsonStatement[] {
    this.#text += text
    if (!text.includes('}')) return []
    const found: JsonStatement[] = []
    for (;;) {
      const object = nextObject(this.#text, this.#from)
      if (!object) return found
      this.#from = object.end
      const statement = Statement.safeParse(parsed(this.#text.slice(object.start, object.end)))
      if (statement.success) found.push(statement.data)
    }
  }

  get outcome(): string | undefined {
    return /"outcome"\s*:\s*"(\w+)"\s*\}?\s*(?:```\s*)?$/.exec(this.#text)?.[1]
  }
}

/** The next closed object that is an element of the outer object's array. */
function nextObject(text: string, from: number): { readonly start: number; readonly end: number } | null {
  let start = -1
  let depth = 0
  let isQuoted = false
  for (let at = from === 0 ? text.indexOf('[') : from; at >= 0 && at < text.length; at++) {
    const unit = text[at]
    if (isQuoted) {
      if (unit === '\\') at += 1
      else if (unit === '"') isQuoted = false
    } else if (unit === '"') isQuoted = true
    else if (unit === '{') {
      if (depth === 0) start = at
      depth += 1
    } else if (unit === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) return { start, end: at + 1 }
    }
  }
  return null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
