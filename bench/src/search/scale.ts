import type { SearchIndex } from '@portal/service-kit/ports/search-index'
import { interleaved } from '../measure/interleaved.ts'
import { type Result, sectionTable } from '../measure/report.ts'
import { spread } from '../measure/statistics.ts'
import type { Obliqa } from './obliqa.ts'
import type { Vectors } from './rank-all.ts'
import type { SearchEngine, SearchEngines } from './search-engines.ts'

const tenantSize = 1000
const documentSize = 250
const searchesPerRound = 25
const legLimit = 100

interface Scale extends Vectors {
  /** Passages of all organizations in the larger index. */
  readonly total: number
  readonly rounds: number
}

/** P19 per engine: a search in one organization alone and among others of its size. */
export async function measureScale(engines: SearchEngines, obliqa: Obliqa, scale: Scale): Promise<Result> {
  const paragraphs: string[] = []
  for (const engine of engines.all.toReversed()) {
    paragraphs.push(await measureEngine(engine, obliqa, scale))
  }
  return { name: 'search-scale', how: `${scale.rounds} rounds`, paragraphs }
}

async function measureEngine(engine: SearchEngine, obliqa: Obliqa, scale: Scale): Promise<string> {
  const contenders = []
  for (const total of [tenantSize, scale.total]) {
    const index = await engine.open()
    await index.prepare(scale.embedder)
    await fill(index, obliqa, { ...scale, total })
    contenders.push({ name: `${total} passages`, round: () => medianSearch(index, obliqa, scale) })
  }
  const rows = await interleaved(contenders, scale.rounds)
  const ratio = rows.at(-1)?.ratio ?? Number.NaN
  return sectionTable({
    title: `P19: a search of an organization with ${tenantSize} passages, ${engine.name}`,
    unit: 'ms per search (median of a round)',
    rows,
    verdict: `A search among ${scale.total} passages costs ${ratio.toFixed(2)} of one among ${tenantSize} (reach 5, aim 3).`,
  })
}

/** All organizations have equally many passages, each from another part of the data set. */
async function fill(index: SearchIndex, { passages }: Obliqa, scale: Scale): Promise<void> {
  for (let start = 0; start < scale.total; start += documentSize) {
    const organizationId = Math.floor(start / tenantSize) + 1
    await index.replaceDocument({
      organizationId,
      documentId: `document-${start}`,
      versionId: `document-${start}`,
      title: '',
      departments: [],
      revision: 1,
      passages: Array.from({ length: documentSize }, (_, offset) => {
        const at = (start + offset + organizationId * 37) % passages.length
        const vector = scale.stored[at]?.vector ?? new Float32Array()
        return { id: `passage-${start + offset}`, headingPath: [], text: passages[at]?.text ?? '', vector }
      }),
    })
    if (start % 10_000 === 0) console.log(`indexed ${start} of ${scale.total} passages`)
  }
}

let asked = 0

async function medianSearch(index: SearchIndex, { questions }: Obliqa, scale: Scale): Promise<number> {
  const times: number[] = []
  for (let search = 0; search < searchesPerRound; search += 1) {
    const at = asked++ % questions.length
    const query = {
      organizationId: 1,
      text: questions[at]?.question ?? '',
      vector: scale.asked[at] ?? new Float32Array(),
      departments: null,
      limit: legLimit,
    }
    const begun = performance.now()
    await index.search(query)
    times.push(performance.now() - begun)
  }
  return spread(times).median
}
