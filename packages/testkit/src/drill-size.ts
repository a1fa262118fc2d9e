/** True by `npm run drills`, when drills run as they are promised; in `npm test` they are short. */
export const isFullDrill = process.env.DRILL_SIZE === 'full'
