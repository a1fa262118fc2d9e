import { passportVerifier } from '@portal/service-kit/passport'
import { openPassportOffice } from '@portal/testkit/passports'
import { jwtVerify } from 'jose'
import { ratios, type Spread, spread } from '../measure/statistics.ts'

/** CPU microseconds per check of the same passport, and the ratio of both ways. */
export interface PassportFigures {
  readonly fresh: Spread
  readonly repeated: Spread
  readonly ratio: Spread
}

const rounds = 10
const freshChecks = 1500
const repeatedChecks = 60_000

/** P4: a repeated passport check against a full check by jose, in-process, interleaved. */
export async function measurePassportChecks(): Promise<PassportFigures> {
  const office = await openPassportOffice()
  const token = await office.person({ personId: 'bench', organizationId: 1, role: 'admin' }, ['team'], 3600)
  const verify = passportVerifier('team', office.keys)
  const fresh = () =>
    jwtVerify(token, office.keys, { algorithms: ['RS256'], issuer: 'portal-gateway', audience: 'team' })
  const series = { fresh: [] as number[], repeated: [] as number[] }
  await perCall(fresh, freshChecks)
  await perCall(() => verify(token), repeatedChecks)
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) series.fresh.push(await perCall(fresh, freshChecks))
    series.repeated.push(await perCall(() => verify(token), repeatedChecks))
    if (round % 2 === 1) series.fresh.push(await perCall(fresh, freshChecks))
  }
  return {
    fresh: spread(series.fresh),
    repeated: spread(series.repeated),
    ratio: ratios(series.repeated, series.fresh),
  }
}

async function perCall(act: () => Promise<unknown>, calls: number): Promise<number> {
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call += 1) await act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}
