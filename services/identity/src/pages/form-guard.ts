import { createHmac, timingSafeEqual } from 'node:crypto'
import type { PageContext } from './page-context.ts'

/** A rejected form: the status and a sentence for the page. */
export class FormRefused extends Error {
  override readonly name = 'FormRefused'
  readonly status: 400 | 403 | 413 | 415
  constructor(status: 400 | 403 | 413 | 415, message: string) {
    super(message)
    this.status = status
  }
}

/** A one-time link that was used or replaced, has expired, or never existed. */
export class LinkEnded extends Error {
  override readonly name = 'LinkEnded'
}

const bytesMax = 16 * 1024

/** Protects the forms against cross-site requests. */
export type FormGuard = ReturnType<typeof formGuard>

/** `keys`, newest first: the first signs, all verify, so that a rotation breaks no open form. */
export function formGuard(keys: readonly string[], origin: string) {
  const [newest = ''] = keys
  const sign = (key: string, subject: string) =>
    createHmac('sha256', key).update(`form:${subject}`).digest('base64url')
  return {
    /** The hidden token of a form; `subject` names what the form acts on. */
    token: (subject: string) => sign(newest, subject),
    /** Reads the posted fields. Throws {@link FormRefused}. */
    read: async (ctx: PageContext, subject: string): Promise<URLSearchParams> => {
      assertSameOrigin(ctx, origin)
      if (!ctx.is('application/x-www-form-urlencoded')) {
        throw new FormRefused(415, 'The form was sent in a form that this page does not understand.')
      }
      const fields = new URLSearchParams(await readText(ctx))
      const given = fields.get('form_token') ?? ''
      if (!keys.some((key) => isEqual(sign(key, subject), given))) throw foreignForm()
      return fields
    },
  }
}

/** Fetch Metadata if the browser sends it, else the Origin header; without either it is refused. */
function assertSameOrigin(ctx: PageContext, origin: string): void {
  const site = ctx.get('sec-fetch-site')
  if (site === '' ? ctx.get('origin') !== origin : site !== 'same-origin') throw foreignForm()
}

function foreignForm(): FormRefused {
  return new FormRefused(403, 'The form does not belong to this page, or the page had become too old.')
}

async function readText(ctx: PageContext): Promise<string> {
  const tooLarge = new FormRefused(413, 'The form holds more than this page accepts.')
  if (Number(ctx.get('content-length')) > bytesMax) throw tooLarge
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of ctx.req) {
    size += chunk.length
    if (size > bytesMax) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, size).toString('utf8')
}

function isEqual(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
