/** How long the drill keeps the broker away: as long as R6 says, unless `BROKER_AWAY_MS` is shorter for whoever works on it. */
export const brokerAwayMs = Number(process.env.BROKER_AWAY_MS ?? 60_000)
