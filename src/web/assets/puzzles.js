// How each puzzle's board is read, written, named and changed.

import cops from "./cops.js";
import lightup from "./lightup.js";
import minesweeper from "./minesweeper.js";
import queens from "./queens.js";
import ricochet from "./ricochet.js";
import { monkey, omino } from "./tiles.js";

export const PUZZLES = { minesweeper, cops, queens, ricochet, omino, monkey, lightup };
