// x
export const eventTexts = {} as const
