import type { ChainVerdict } from '@portal/master-admin-service/audit/verify-trail'

/** Output of `npm run audit:verify`: a line per chain and a summary. */
export function reportVerdicts(verdicts: readonly ChainVerdict[]): string {
  const rows = verdicts.map(({ chain, entries, lastSequence, firstBad, finding }) => [
    chain === 'platform' ? chain : `organization ${chain}`,
    String(entries),
    String(lastSequence),
    finding === null ? 'whole' : `BROKEN at ${firstBad}: ${finding}`,
  ])
  const broken = verdicts.filter(({ finding }) => finding !== null).length
  const count = verdicts.reduce((sum, { entries }) => sum + entries, 0)
  const all = `${verdicts.length} chains, ${count} entries`
  return [
    ...table([['chain', 'entries', 'last', 'verdict'], ...rows]),
    broken === 0 ? `${all}: whole, and as they were signed.` : `${all}: ${broken} of the chains broken.`,
  ].join('\n')
}

function table(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows.map(([chain = '', entries = '', last = '', verdict = '']) =>
    [chain.padEnd(width(0)), entries.padStart(width(1)), last.padStart(width(2)), verdict].join('  '),
  )
}
