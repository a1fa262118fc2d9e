/** How many times as fast the rules' time passes in the drill: a minute takes four seconds. */
const timesAsFast = 15

const secondsOf: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }

/**
 * The same rules in a world where everything that is measured in time is quicker: windows, how long
 * a condition must hold, and the ages that are compared. What a request may take stays.
 */
export function quickenedRules(rules: string): string {
  return rules
    .replace(/(?<=\[|for: )(\d+)([mhd])/g, (_, count: string, unit: string) => {
      return `${(Number(count) * (secondsOf[unit] ?? Number.NaN)) / timesAsFast}s`
    })
    .replace(/(?<=_oldest_seconds\) > )\d+/g, (seconds) => String(Number(seconds) / timesAsFast))
}
