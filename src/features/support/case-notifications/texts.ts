/** What the server writes. */
export const serverTexts = {
  replyAbove: '— Write your reply above this line. It becomes a comment on the case. —',
}
