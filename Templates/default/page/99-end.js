// The last file: what the others have made ready begins here.

showAlert(0);
