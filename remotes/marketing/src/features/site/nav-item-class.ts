export const navItemClass =
  'inline-flex h-9 items-center gap-1 rounded-control px-3 font-medium text-14 text-secondary transition-colors hover:bg-hover hover:text-primary'
