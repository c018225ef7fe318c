/** The name of a category with its subcategory, as users choose it. */
export function categoryName({ name, subCategory }: { readonly name: string; readonly subCategory: string | null }) {
  return subCategory ? `${name} / ${subCategory}` : name
}
