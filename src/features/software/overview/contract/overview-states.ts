/** How far an account is with a product: the last step that was reached. */
export const overviewStates = ['ASSIGNED', 'DOWNLOADED', 'DEPLOYED'] as const
