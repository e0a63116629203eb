// Called by the debugger on all objects of a page: views that show what is hidden again, and all lines of a log.
function (game) {
  const seen = (tile) => tile.picture && tile.state !== 'up'
  const drew = (view) => view.last.type === 'drew' && view.last.seat !== view.seat
  const open = (view) => {
    if (game === 'bonbons') return view.shown.length > 0 || [...view.grid, ...view.rounds.flat()].some(seen)
    return view.last !== null && (game !== 'tableaux' || drew(view))
  }
  const isView = (one) => one.game === game && 'entries' in one && 'to_act' in one && 'outcome' in one
  const isLine = (one) => typeof one.code === 'string' && typeof one.args === 'object'
  const views = []
  const lines = []
  for (const one of this) {
    try {
      if (isView(one) && open(one)) views.push(one.entries)
      if (isLine(one)) lines.push({ code: one.code, args: one.args })
    } catch {
      /* an object that does not want to be looked at */
    }
  }
  return JSON.stringify({ views, lines })
}
