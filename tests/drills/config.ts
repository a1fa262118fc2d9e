/** How long the drill keeps the broker away: as long as R6 says, unless `BROKER_AWAY_MS` shortens it while working on the drill. */
export const brokerAwayMs = Number(process.env.BROKER_AWAY_MS ?? 60_000)
