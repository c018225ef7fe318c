type Contract = { readonly contractValue: number | null; readonly contractLength: number | null }

/** Annual recurring revenue in minor units, not rounded; null while value or length is not known. */
export function arrOf({ contractValue, contractLength }: Contract): number | null {
  return contractValue === null || contractLength === null ? null : contractValue / contractLength
}

/** Monthly recurring revenue in minor units, not rounded. */
export function mrrOf(contract: Contract): number | null {
  const arr = arrOf(contract)
  return arr === null ? null : arr / 12
}
