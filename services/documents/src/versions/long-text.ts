import { VersionText } from '@portal/contracts/versions'
import { own } from '@portal/service-kit/database/own'
import { eq, sql } from 'drizzle-orm'
import { DownloadSlots } from '../downloads/download-slots.ts'
import type { Context } from '../ports.ts'
import { versionTexts } from '../schema.ts'

/** Above this many bytes a text is sent in pieces, and few are at once. */
const longBytes = 1024 * 1024
const pieceUnits = 256 * 1024

/** Each holds up to twelve megabytes until its reader has taken them. */
const slots = new DownloadSlots({
  ...{ perPerson: 3, perOrganization: 12, inAll: 24, retryAfterSeconds: 5 },
  sentences: {
    own: 'You are opening several very long texts at once. Please wait until one of them is there.',
    others: 'Many very long texts are being read right now. Please try again in a moment.',
  },
})

const isShort = sql`octet_length(${versionTexts.text}) <= ${longBytes}`

/** Columns of a text that are null if it is long: it is loaded only for readers with a slot. */
export const ofShortText = {
  text: sql<string | null>`case when ${isShort} then ${versionTexts.text} end`,
  sections: sql`case when ${isShort} then ${versionTexts.sections} end`.mapWith(versionTexts.sections),
}

/** Sends a version's long text after the facts about it; answers the facts. */
export async function sendLongText(ctx: Context, facts: VersionText): Promise<VersionText> {
  const slot = slots.enter(ctx)
  try {
    const { text, sections } = await loadLongText(ctx, facts.versionId)
    const { text: _, sections: __, ...rest } = VersionText.parse(facts)
    const head = `${JSON.stringify(rest).slice(0, -1)},"sections":${JSON.stringify(sections)},"text":"`
    const pieces = [Buffer.from(head), ...(await jsonPieces(text)), Buffer.from('"}')]
    const sizeBytes = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)
    ctx.responseHeaders.set('content-type', 'application/json; charset=utf-8')
    ctx.responseHeaders.set('content-length', String(sizeBytes))
    ctx.streamResponse(slot.until(takenFrom(pieces)))
    return facts
  } catch (error) {
    slot.leave()
    throw error
  }
}

async function loadLongText(ctx: Context, versionId: string) {
  const { text, sections } = versionTexts
  const wanted = own(versionTexts, ctx, eq(versionTexts.versionId, versionId))
  const [row] = await ctx.tx((db) => db.select({ text, sections }).from(versionTexts).where(wanted))
  return row ?? { text: '', sections: [] }
}

/**
 * What is between the quotes of a JSON string. Requests have their turn between pieces. A character
 * that is cut in two is escaped in both pieces, and read as one again.
 */
async function jsonPieces(text: string): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for (let from = 0; from < text.length; from += pieceUnits) {
    pieces.push(Buffer.from(JSON.stringify(text.slice(from, from + pieceUnits)).slice(1, -1)))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return pieces
}

/** Nothing is held of what was taken. */
async function* takenFrom(pieces: Buffer[]): AsyncGenerator<Uint8Array> {
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece
}
