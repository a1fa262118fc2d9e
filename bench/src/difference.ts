import { parseArgs } from 'node:util'
import { compareTexts } from '@portal/difference/compare-texts'
import { summarize } from '@portal/difference/summarize'
import { type EditedPolicy, editedPolicy, hardestPairs, readSentences } from './difference/edited-policies.ts'
import type { Result } from './measure/report.ts'
import { spread } from './measure/statistics.ts'

const pageCounts = [10, 50, 200, 800]
const limits = { secondsFor200: 2, ratioOf800: 6 }

/** Options of the short form. */
export const short = ['--rounds', '2', '--hardest', '500000']

/**
 * The difference of two versions by their length, in seconds of one core, and of texts that make it
 * as slow as it can be. `--rounds` (9), `--hardest` characters (10,000,000). Fails when 200 pages
 * take 2 s, or 800 pages more than 6 times as long as 200.
 */
export async function run(args: readonly string[]): Promise<Result[]> {
  const options = {
    rounds: { type: 'string', default: '9' },
    hardest: { type: 'string', default: '10000000' },
  } as const
  const { values } = parseArgs({ args: [...args], options })
  const sentences = await readSentences()
  const policies = pageCounts.map((pages) => editedPolicy(sentences, pages))
  const seconds = new Map(policies.map((policy) => [policy, [] as number[]]))
  for (const policy of policies) compare(policy)
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const policy of policies) seconds.get(policy)?.push(compare(policy).seconds)
  const medians = policies.map((policy) => spread(seconds.get(policy) ?? []).median)
  const [, , of200 = Number.NaN, of800 = Number.NaN] = medians
  const ratio = of800 / of200
  const rows = policies.map((policy, at) => {
    const { min, max, median } = spread(seconds.get(policy) ?? [])
    const { changed, added, removed, moved } = compare(policy).summary
    const counts = `${changed} | ${added} | ${removed} | ${moved}`
    return `| ${pageCounts[at]} | ${policy.before.length} | ${ms(median)} | ${ms(min)} | ${ms(max)} | ${counts} |`
  })
  const isSlow = of200 >= limits.secondsFor200 || ratio > limits.ratioOf800
  return [
    {
      name: 'difference',
      how: `${values.rounds} rounds`,
      paragraphs: [
        table('pages | characters | median ms of CPU | min | max | changed | added | removed | moved', rows),
        `Two versions of 200 pages take ${of200.toFixed(2)} s of one core (at most ${limits.secondsFor200}); 800 pages take ${ratio.toFixed(1)} times as long (at most ${limits.ratioOf800}).`,
        `## Hardest texts, ${values.hardest} characters each`,
        hardestTable(sentences, Number(values.hardest)),
      ],
      ...(isSlow && { failure: 'The difference is slower than promised.' }),
    },
  ]
}

function hardestTable(sentences: readonly string[], characters: number): string {
  const rows = [...hardestPairs(sentences, characters)].map(([name, pair]) => {
    const { seconds, summary } = compare(pair)
    return `| ${name} | ${seconds.toFixed(1)} | ${Object.values(summary).join(' | ')} |`
  })
  return table('texts | seconds of CPU | changed | added | removed | moved | renumbered | unchanged', rows)
}

function compare({ before, after }: EditedPolicy) {
  const text = (content: string) => ({ text: content, headings: [], type: 'text/plain' })
  const start = process.cpuUsage()
  const difference = compareTexts(text(before), text(after))
  const { user, system } = process.cpuUsage(start)
  return { seconds: (user + system) / 1e6, summary: summarize(difference) }
}

const ms = (seconds: number) => (seconds * 1000).toFixed(0)

function table(head: string, rows: readonly string[]): string {
  const rule = head.split('|').map(() => '---')
  return [`| ${head} |`, `|${rule.join('|')}|`, ...rows].join('\n')
}
