// Called by the debugger on all objects of a page: views that show what is hidden again (SHOWS is what the box says of that),
// and all lines of a log.
function (game) {
  const open = (view) => SHOWS
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
