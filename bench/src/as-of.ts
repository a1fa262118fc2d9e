import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import type { Client } from '@portal/contracts/client'
import { documentsApi } from '@portal/contracts/documents'
import { replacedDocuments } from './as-of/replaced-documents.ts'
import type { Result } from './measure/report.ts'
import { spread } from './measure/statistics.ts'
import { startDocumentsService } from './services/documents-service.ts'

/** Options of the short form. */
export const short = ['--rounds', '2', '--documents', '20']

const question = 'How long are records of accidents kept?'
/** Of passages that were replaced, by document; the last is near the limit for 2,000 documents. */
const passagesOf = [5, 24]
const megabyte = 1024 * 1024

/**
 * Questions as of a day on which 2,000 `--documents` had another version, with 5 and with 24
 * passages each: the first one, the median of `--rounds` (9) more, and an ordinary question.
 * Service and measurement share a process, whose memory is compared with before.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const { values } = parseArgs({
    args: [...args],
    options: { rounds: { type: 'string', default: '9' }, documents: { type: 'string', default: '2000' } },
  })
  const [rounds, count] = [Number(values.rounds), Number(values.documents)]
  await using service = await startDocumentsService()
  const rows: string[] = []
  for (const [at, perDocument] of passagesOf.entries()) {
    const organizationId = at + 1
    const day = await replacedDocuments(service, { organizationId, count, perDocument })
    rows.push(
      await measured(service.clientOf(organizationId), { day, rounds, passages: count * perDocument }),
    )
  }
  const head =
    'replaced passages | first, ms | later, ms | max | ordinary question, ms | held up, ms | memory, MB'
  return [
    {
      name: 'as-of',
      how: `${rounds} rounds, ${count} documents`,
      paragraphs: [
        `| ${head} |\n|${head
          .split(' | ')
          .map(() => '---|')
          .join('')}\n${rows.join('\n')}`,
        '“Held up” is the longest time for which other requests of the process waited, “memory” what the process grew by at most while it was asked.',
      ],
    },
  ]
}

interface Measuring {
  readonly day: string
  readonly rounds: number
  readonly passages: number
}

async function measured(client: Client, { day, rounds, passages }: Measuring): Promise<string> {
  const timed = async (asOf?: string) => {
    const supposed = asOf === undefined ? {} : { supposed: { asOf } }
    const begun = performance.now()
    const found = await client.call(documentsApi.retrievePassages, {
      body: { question, limit: 12, ...supposed },
    })
    if (found.passages.length === 0) throw new Error('Nothing was found.')
    return performance.now() - begun
  }
  const times = async (asOf?: string) => {
    const all: number[] = []
    for (let round = 0; round < rounds; round += 1) all.push(await timed(asOf))
    return spread(all)
  }
  const ordinary = await times()
  const before = process.memoryUsage().rss
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const first = await timed(day)
  const later = await times(day)
  delay.disable()
  clearInterval(looking)
  const figures = [first, later.median, later.max, ordinary.median, delay.max / 1e6]
  return `| ${passages} | ${figures.map((ms) => ms.toFixed(0)).join(' | ')} | ${((most - before) / megabyte).toFixed(0)} |`
}
