/** True when a drill runs as it is promised, by `npm run drills`; the form of `npm test` is short. */
export const isFullDrill = process.env.DRILL_SIZE === 'full'
