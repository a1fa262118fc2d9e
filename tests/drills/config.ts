/** How long the broker is away: as R6 promises, or `BROKER_AWAY_MS` when working on the drill. */
export const brokerAwayMs = Number(process.env.BROKER_AWAY_MS ?? 60_000)
