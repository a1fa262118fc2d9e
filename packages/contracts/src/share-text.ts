const whole = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 })

/**
 * A share from 0 to 1 in whole percent, as `30%`: what screens and sentences about the same figure
 * say. `<1%` and `>99%` keep a few from reading as none, and most from reading as all.
 */
export function shareText(share: number): string {
  if (share > 0 && share < 0.01) return '<1%'
  if (share < 1 && share > 0.99) return '>99%'
  return whole.format(share)
}
