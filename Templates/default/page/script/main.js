// The page's script, which bin/bundle joins to 10-script.js: the modules in the order in which they run.

import './dialogs.js';
import './actions.js';
import './details.js';
import './detail-view.js';
import './clear.js';
import './swipe.js';
import './banners.js';
import './overlapping.js';
import './form.js';
import './refresh.js';
import './rows.js';
import './alike.js';
import './entries.js';
import './timeline.js';
import './links.js';
import './keys.js';
import './clamp.js';
import './download.js';
import { showAlert } from './alerts.js';
import { root } from './base.js';

// Style sheets show what needs the script by this class: a page whose script has stopped is one without.
root.classList.add('js');

// Last, when all that an alert leads to is ready.
showAlert(0);
