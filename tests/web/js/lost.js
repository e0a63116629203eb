// Counts for how many frames in a row the focus was nowhere although it is one's turn and nothing is being told.
window.lost = 0
let frames = 0
const look = () => {
  const turn = document.querySelector('.sentence.mine:not(.pending)') && !document.querySelector('.told[data-busy], .ending')
  frames = turn && document.activeElement === document.body ? frames + 1 : 0
  window.lost = Math.max(window.lost, frames)
  requestAnimationFrame(look)
}
requestAnimationFrame(look)
