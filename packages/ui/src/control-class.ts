/** Inputs, text areas and selects. 16 px on small screens: phones zoom into smaller type. */
export const controlClass =
  'w-full min-w-0 rounded-control border border-control bg-panel text-16 text-primary transition-colors hover:border-hover focus:border-transparent focus:outline-2 focus:outline-focus focus:-outline-offset-1 disabled:cursor-not-allowed disabled:border-default disabled:bg-sunken disabled:text-tertiary aria-invalid:not-focus:border-danger md:text-14'
