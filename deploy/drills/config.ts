/** How long the drill keeps the broker away: short with all tests; `BROKER_AWAY_MS=60000` is the long form of the promise (R6). */
export const brokerAwayMs = Number(process.env.BROKER_AWAY_MS ?? 15_000)
