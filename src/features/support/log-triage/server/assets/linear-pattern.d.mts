/** The expression of a pattern of a rule; throws, with the reason, when it could backtrack. */
export function linearPattern(source: string): RegExp
